// Runs samples as modules would run, and prints the request that each hands to fetch: one line of JSON for a line of JSON.
import { createInterface } from "node:readline";

const AsyncFunction = (async () => {}).constructor;
const quiet = { log() {} };

async function sent(source, env) {
  let found = null;
  const fetch = async (url, options) => {
    const request = new Request(url, options);
    const body = Buffer.from(await request.arrayBuffer()).toString("base64");
    found = { method: request.method, url: request.url, headers: [...request.headers], body };
    return new Response("{}");
  };
  await new AsyncFunction("fetch", "process", "console", source)(fetch, { env }, quiet);
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { source, env } = JSON.parse(line);
  try {
    console.log(JSON.stringify(await sent(source, env)));
  } catch (error) {
    console.log(JSON.stringify({ error: String(error) }));
  }
}
