// Prints what env-paths gives as the data folder of ai-tools on the platform that is named.
// It reads the home once, when it is imported; the platform and its way to join, when it is asked.
import path from 'node:path';
import envPaths from 'env-paths';

const platform = process.argv[2];
if (platform === 'win32') Object.assign(path, path.win32);
Object.defineProperty(process, 'platform', { value: platform });
process.stdout.write(envPaths('ai-tools', { suffix: '' }).data);
