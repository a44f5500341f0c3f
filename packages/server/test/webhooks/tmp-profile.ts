import { startHarness } from '../harness.ts';
import { createAgent, createHook, makeDeliverer } from './fixtures.ts';
import { startReceiver } from './receiver.ts';
import { databaseNow } from '#platform/ids.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
const harness = await startHarness({ env: { ERRAND_ROLE: 'api', ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
const org = await harness.org();
const child = spawn(process.execPath, ['-e', `const s=require('http').createServer((q,r)=>{q.resume();q.on('end',()=>r.writeHead(204).end())});s.listen(0,'127.0.0.1',()=>console.log(s.address().port))`], { stdio: ['ignore', 'pipe', 'inherit'] });
const port = String((await once(child.stdout!, 'data'))[0]).trim();
const agent = await createAgent(org);
const hook = await createHook(org, [agent.id], { url: `http://127.0.0.1:${port}/` });
const N = 10000;
const fill = () => harness.database.system.run(
    `with job as (select errand_new_id(clock_timestamp()) as id from generate_series(1, $5::int)
      ), j as (insert into jobs (id, org_id, agent_id, version_id, origin, inputs, cache_outcome, timeout_seconds, created_at)
        select id, $1, $2, $3, 'api', '[]', 'miss', 60, now() from job
      ), r as (insert into job_results (job_id, org_id, agent_id, status, outputs, events, finished_at)
        select id, $1, $2, 3, json_build_array(json_build_object('key', 'o', 'data_type', 'text/plain', 'value', repeat('x', 300))), '[]', now() from job
      ), d as (insert into webhook_deliveries (id, org_id, webhook_id, agent_id, job_id, kind, next_attempt_at, created_at)
        select errand_new_id(clock_timestamp()), $1, $4, $2, id, 'job', now(), now() from job returning id)
      insert into webhook_queue (delivery_id, webhook_id, org_id, due_at) select id, $4, $1, now() from d`,
    [org.orgId, agent.id, agent.current_version_id, hook.id, N]);
const stats = new Map<string, { n: number; ms: number; rows: number }>();
const wrap = (db: any, name = '') => ({ ...db, query: async (t: string, v: any[]) => { if ((globalThis as any).ex && /^\s*with (item|picked)/.test(t) && !(globalThis as any).done?.[t.slice(0,20)] && v[0]?.length > 30) { ((globalThis as any).done ??= {})[t.slice(0,20)] = 1; const e = await db.query('explain (analyze, costs off, timing on) ' + t, v); console.log(e.map((x: any) => x['QUERY PLAN']).join('\n')); return []; } const s = performance.now(); const r = await db.query(t, v); const k = name + t.trim().slice(0, 50).replace(/\s+/g, ' '); const e = stats.get(k) ?? { n: 0, ms: 0, rows: 0 }; e.n++; e.ms += performance.now() - s; e.rows += r.length; stats.set(k, e); return r; }, tx: (w: any) => db.tx((tx: any) => w(wrap(tx, 'tx '))) });
const database = { ...harness.database, queue: wrap(harness.database.queue) } as any;
const d = makeDeliverer({ ...harness, database } as any, { concurrency: 64 });
await fill(); await d.runDue(); stats.clear();
(globalThis as any).ex = process.env.EX;
for (let i = 0; i < 2; i++) { await fill(); await harness.database.system.query('analyze webhook_queue'); const s = performance.now(); const cpu = process.cpuUsage(); await d.start(); for(;;){ const [r]: any = await harness.database.system.query('select exists(select from webhook_queue) as l'); if(!r.l) break; await new Promise(r=>setTimeout(r,20)); } const c = process.cpuUsage(cpu); console.log(Math.round(N / ((performance.now() - s) / 1000)), '/s', 'cpu us per delivery', (c.user + c.system) / N); }
console.table([...stats].map(([k, e]) => ({ k, ...e, avg: e.ms / e.n })));
await d.stop(100); child.kill(); d.outbound.close(); await harness.stop(); process.exit();
