import { parentPort } from 'node:worker_threads'
import type { FileToRead } from '../phases/read-file.ts'

/** Stands in for the reading thread: does what a hostile file could make it do, told by the file's name. */
parentPort?.on('message', (files: readonly FileToRead[]) => {
  for (const { path } of files) {
    if (path === 'hangs') for (;;);
    if (path === 'dies') process.exit(3)
    if (path === 'throws') throw new Error('out of order')
    if (path === 'eats') {
      const eaten: string[][] = []
      for (;;) eaten.push(Array.from({ length: 10_000 }, (_, n) => `${n}${eaten.length}`))
    }
    parentPort?.postMessage({ problem: `read ${path}`, passing: false })
  }
})

parentPort?.postMessage('ready')
