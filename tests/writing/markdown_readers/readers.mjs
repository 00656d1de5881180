// Reads lines of JSON, each a Markdown text, and answers each with a line: name of a reader -> its HTML.
import { createInterface } from "node:readline";
import MarkdownIt from "markdown-it";
import MarkdownItOfCode from "markdown-it-vscode";
import { Marked } from "marked";

const marked = new Marked({ gfm: true, silent: true }); // JupyterLab: packages/markedparser-extension
const newest = new MarkdownIt({ html: true, linkify: true });
const code = new MarkdownItOfCode({ html: true, linkify: true }); // VS Code: extensions/markdown-language-features
code.linkify.set({ fuzzyLink: false });

for await (const line of createInterface({ input: process.stdin })) {
  const text = JSON.parse(line);
  const made = {
    "marked (JupyterLab)": marked.parse(text),
    "markdown-it (VS Code)": code.render(text),
    "markdown-it": newest.render(text),
  };
  process.stdout.write(JSON.stringify(made) + "\n");
}
