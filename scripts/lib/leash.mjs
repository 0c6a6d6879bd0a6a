// Stops the processes of a supervisor that was killed. Through standard input, a pipe, the supervisor names its
// processes and folders. If the pipe closes while processes are named, stops them, the last one first, and deletes the
// folders.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

const held = new Map();
const folders = [];
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie (ended, but not reaped by its parent) also answers the signal, perhaps forever in containers without init.
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
};
const kill = (pid, signal) => {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
};

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.add) held.set(message.add, message);
  if (message.remove) held.delete(message.remove);
  if (message.folder) folders.push(message.folder);
}
for (const { add: pid, signal, limitMs } of [...held.values()].reverse()) {
  kill(pid, signal);
  for (let waited = 0; isAlive(pid) && waited < limitMs; waited += 100)
    await new Promise((r) => setTimeout(r, 100));
  kill(-pid, 'SIGKILL');
}
for (const folder of folders) rmSync(folder, { recursive: true, force: true });
