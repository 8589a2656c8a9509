import { writeFileSync } from 'node:fs'
import { serveJobs } from '../../../workers/serve-jobs.ts'

/** Does what the bytes say instead of decoding them. After `hang` they name the file for its process id. */
serveJobs<{ bytes: Uint8Array }, unknown>(({ bytes }) => {
  const [act, path] = Buffer.from(bytes).toString().split(' ')
  if (act === 'hang' && path) {
    writeFileSync(path, String(process.pid))
    for (;;);
  }
  if (act === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (act === 'end') process.exit(1)
  if (act === 'grow') process.send?.({ usage: { cpuMs: 0, residentBytes: 2 ** 31 } })
  if (act === 'refuse') return { refused: 'it is odd' }
  if (act === 'id') return { result: process.pid }
  if (act === 'fail') throw new Error('odd')
  return act === 'answer' ? { result: 7 } : new Promise(() => {})
})
