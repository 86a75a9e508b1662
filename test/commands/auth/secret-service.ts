/** A real Secret SignInService (gnome-keyring) on a D-Bus session of its own. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/home.ts';
import { limit } from '../../support/load.ts';

function child(file: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  const started = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'ignore'], timeout: limit(60) });
  onTestFinished(() => void started.kill('SIGKILL'));
  return started;
}

/** @returns the environment that leads to an unlocked keychain, which goes with the test */
export async function secretService(): Promise<NodeJS.ProcessEnv> {
  const home = temporaryFolder();
  const base = { PATH: process.env.PATH, HOME: home, XDG_RUNTIME_DIR: home };
  const bus = child('dbus-daemon', ['--session', '--nofork', '--print-address'], base);
  const address = await new Promise<string>(resolve => {
    bus.stdout?.once('data', (text: Buffer) => resolve(text.toString().trim()));
  });
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: address };
  const daemon = child('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], env);
  daemon.stdin?.end('a password\n');
  while (!isOwned(env)) await new Promise(resolve => setTimeout(resolve, 50));
  return { DBUS_SESSION_BUS_ADDRESS: address, XDG_RUNTIME_DIR: home };
}

/** The test's own time limit ends the wait for it. */
function isOwned(env: NodeJS.ProcessEnv): boolean {
  const call = ['org.freedesktop.DBus.NameHasOwner', 'string:org.freedesktop.secrets'];
  const args = ['--session', '--print-reply', '--dest=org.freedesktop.DBus', '/', ...call];
  return execFileSync('dbus-send', args, { env, timeout: limit(5) }).includes('boolean true');
}
