/** For `npm run picture`: a recording that no other run includes. */
import config from '../../.config/vitest.config.ts';

export default { ...config, test: { ...config.test, include: ['test/demo/record.ts'] } };
