import { checkPlugin } from '../../../../src/testing.ts';

const [plugin = '', ...args] = process.argv.slice(2);
console.log('looking');
console.log((await checkPlugin(plugin, { args })).passed);
