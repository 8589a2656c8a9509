import { writeFileSync } from 'node:fs'
import { serveJobs } from '../serve-jobs.ts'

let jobs = 0

/** Does what a job says. */
serveJobs<string, unknown, string>((job, { update }) => {
  jobs++
  if (job === 'count') return jobs
  if (job.startsWith('hang in ')) writeFileSync(job.slice('hang in '.length), String(process.pid))
  if (job.startsWith('hang')) for (;;);
  if (job === 'environment') return Object.keys(process.env)
  if (job === 'end') process.exit(3)
  if (job === 'fail') throw Object.assign(new Error('odd'), { code: 'EODD' })
  if (job === 'throw later') setImmediate(() => throwOdd())
  if (job === 'eat') {
    const eaten: string[][] = []
    for (;;) eaten.push(Array.from({ length: 10_000 }, (_, n) => `${n}${eaten.length}`))
  }
  if (job === 'update') {
    update('one')
    update('two')
    return 'done'
  }
  return new Promise(() => {})
})

function throwOdd(): never {
  throw new Error('out of order')
}
