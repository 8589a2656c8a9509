import type { AudioFile } from '@refrain/audio/format'
import { analyseAudio } from '@refrain/audio/loudness/analyse-audio'
import type { AnalyserMessage } from './analyser.ts'
import { lowerPriority } from './lower-priority.ts'
import { LoadYielder } from './service-load.ts'

const MOST_MEMORY = 512 * 1024 * 1024
const TELL_EVERY_MS = 1_000

/** `EIO`, `ESTALE`, `EMFILE`, a module that is not there: the machine's, not the file's. */
const OF_THE_MACHINE = /^E[A-Z0-9]+$|MODULE_NOT_FOUND$/

// Whoever listens, and whatever else runs, comes first.
lowerPriority()
// What decoders have to say of damaged files is said in the catalogue's terms by whoever asked.
console.error = () => {}
console.warn = () => {}

const [, , yieldTo] = process.argv
const yielder = yieldTo ? new LoadYielder(yieldTo) : undefined

const say = (message: AnalyserMessage) => process.send?.(message)

process.on('message', async (file: AudioFile) => {
  let toldAt = performance.now()
  const cpu = process.cpuUsage()
  try {
    const analysis = await analyseAudio(file, () => {
      if (performance.now() - toldAt >= TELL_EVERY_MS) {
        toldAt = performance.now()
        // Decoders keep memory outside of the limit that a process is started with.
        if (process.memoryUsage.rss() > MOST_MEMORY) process.exit(1)
        const { user, system } = process.cpuUsage(cpu)
        say({ alive: true, cpuMs: (user + system) / 1000 })
      }
      return yielder?.yield()
    })
    say({ analysis })
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    say({ failed: message, by: OF_THE_MACHINE.test(code ?? '') ? 'machine' : 'file' })
  }
})

// A signal to the whole group says nothing about the file: the service ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// The service is gone: nobody waits for the rest, nor for what a decoder of the operator's still does.
process.on('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    process.exit()
  }
})

say({ ready: true })
