import { setPriority } from 'node:os'
import { analyseSound } from './analyse-sound.ts'
import type { SoundFileToRead } from './decode-sound.ts'
import type { AnalystMessage } from './sound-analyst.ts'

/** Whoever listens, and whatever else runs, comes first. */
const NICE = 15
const MOST_MEMORY = 512 * 1024 * 1024
const TELL_EVERY_MS = 1_000

setPriority(NICE)
// What decoders have to say of damaged files is said in the catalogue's terms by whoever asked.
console.error = () => {}
console.warn = () => {}

process.on('message', async (file: SoundFileToRead) => {
  const say = (message: AnalystMessage) => process.send?.(message)
  let toldAt = performance.now()
  try {
    const analysis = await analyseSound(file, () => {
      if (performance.now() - toldAt < TELL_EVERY_MS) return
      toldAt = performance.now()
      // Decoders keep memory outside of the limit that a process is started with.
      if (process.memoryUsage.rss() > MOST_MEMORY) process.exit(1)
      say({ alive: true })
    })
    say({ analysis })
  } catch (error) {
    say({ failed: (error as Error).message })
  }
})

// The service is gone: nobody waits for the rest.
process.on('disconnect', () => process.exit())
