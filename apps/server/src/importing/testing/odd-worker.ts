import { serveJobs } from '../../workers/serve-jobs.ts'
import type { FileToRead } from '../phases/read-file.ts'

/** Stands in for the reading thread: does what a hostile file could make it do, told by the file's name. */
serveJobs<readonly FileToRead[], void, unknown>((files, { update }) => {
  for (const { path } of files) {
    if (path === 'hangs') for (;;);
    if (path === 'dies') process.exit(3)
    if (path === 'throws') throw new Error('out of order')
    if (path === 'eats') {
      const eaten: string[][] = []
      for (;;) eaten.push(Array.from({ length: 10_000 }, (_, n) => `${n}${eaten.length}`))
    }
    update({ problem: `read ${path}`, passing: false })
  }
})
