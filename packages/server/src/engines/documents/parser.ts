import { runParser } from '@errand/documents/process/run-parser.ts';
import { becomeIdentity, type Identity } from '#platform/identity.ts';

// The sandbox process that start-parser.ts starts for each file. It drops its privileges before it opens the file.

const identity = JSON.parse(process.argv[2] ?? 'null') as Identity | null;

await runParser({ giveUpRights: () => becomeIdentity(identity) });
