import { startProcess } from '../start-process.ts'
import { WorkerPool } from '../worker-pool.ts'

/** A service whose only child hangs, and writes its process id to the file that is named. */
const pool = new WorkerPool<string, never>({
  start: startProcess(new URL('./fake-worker.ts', import.meta.url), {
    ownsGroup: process.argv[3] === 'group',
  }),
  size: 1,
  limits: {},
})
await pool.run(`hang in ${process.argv[2]}`)
