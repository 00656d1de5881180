// Runs a Python program in Pyodide: node run.mjs PROGRAM FOLDER... — each folder is on its sys.path, the first one first.
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

const [program, ...folders] = process.argv.slice(2);
const python = await loadPyodide();
python.runPython("import sys; sys.dont_write_bytecode = True");
folders.forEach((folder, index) => {
  python.FS.mkdirTree(`/folder${index}`);
  python.mountNodeFS(`/folder${index}`, folder);
  python.runPython(`sys.path.insert(${index}, "/folder${index}")`);
});
python.runPython("sys.path.append(sys.path.pop(" + (folders.length - 1) + "))");
python.runPython(readFileSync(program, "utf-8"));
