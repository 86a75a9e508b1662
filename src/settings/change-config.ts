import { type ConfigPlace, withConfigLock } from './config-lock.ts';
import { type Config, configFile, parseConfig } from './profiles.ts';
import { openWithConf, writeJson } from './write-json.ts';

/**
 * Changes config.json; several processes may do so at the same time. Commands that only read it do without conf: loading
 * that takes a quarter of their time.
 *
 * @param change receives the current content and returns the new one; when it throws, nothing is changed
 * @throws Failure write_failed; unreadable_file when config.json is damaged; what `change` throws
 */
export async function changeConfig(place: ConfigPlace, change: (config: Config) => Config): Promise<void> {
  await withConfigLock(place, async () => {
    const file = configFile(place.configDir);
    const conf = await openWithConf<Partial<Config>>(file, { deserialize: text => parseConfig(text, file) });
    await writeJson(file, change({ profiles: {}, ...conf.store }), 0o600);
  });
}
