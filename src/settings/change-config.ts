import { basename, dirname } from 'node:path';
import { replaceByDraft } from '../lib/files/replace-by-draft.ts';
import { withoutItsSignalHandlers } from '../lib/without-signal-handlers.ts';
import type { Warn } from './config-dir.ts';
import { withConfigLock } from './config-lock.ts';
import { type Config, configFile, readConfig } from './profiles.ts';

/**
 * Changes config.json; several processes may do so at the same time.
 *
 * conf writes the file. It does not read it for other commands: loading conf with its schema validator takes longer
 * than such a command, and its constructor makes the folder.
 *
 * @param change receives the current content and returns the new one; when it throws, nothing is changed
 * @throws Failure write_failed; unreadable_file when config.json is damaged; what `change` throws
 */
export async function changeConfig(
  configDir: string,
  warn: Warn,
  change: (config: Config) => Config,
): Promise<void> {
  await withConfigLock(configDir, warn, async () => {
    const { default: Conf } = await withoutItsSignalHandlers(() => import('conf'));
    const config = change(readConfig(configDir));
    // conf takes a write that a full disk cut short for a complete one, so it writes a draft, which is then checked.
    replaceByDraft(configFile(configDir), draft => {
      const conf = new Conf<Config>({
        cwd: dirname(draft),
        configName: basename(draft),
        fileExtension: '',
        configFileMode: 0o600,
        serialize: content => `${JSON.stringify(content, null, 2)}\n`,
      });
      conf.store = config;
      if (!isReadable(conf)) throw Object.assign(new Error('short write'), { code: 'ENOSPC' });
    });
  });
}

/** Whether conf can read back what it wrote: JSON that was cut short is not valid. */
function isReadable(conf: { readonly store: object }): boolean {
  try {
    return conf.store !== undefined;
  } catch {
    return false;
  }
}
