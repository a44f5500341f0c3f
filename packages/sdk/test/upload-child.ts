import { createErrand, file } from '../src/index.ts';

// Uploads one file and reports its peak memory in megabytes.

const [, , baseUrl = '', path = ''] = process.argv;
await createErrand({ baseUrl, apiKey: 'errand_none', retriesMax: 0 }).files.upload(file(path));
process.send!(process.resourceUsage().maxRSS / 1024);
