import type { AudioFile } from '@refrain/audio/format'
import { analyseAudio } from '@refrain/audio/loudness/analyse-audio'
import type { AnalyserMessage } from './analyser.ts'
import { lowerPriority } from './lower-priority.ts'
import { LoadYielder } from './service-load.ts'

const MOST_MEMORY = 512 * 1024 * 1024
const TELL_EVERY_MS = 1_000

/** `EIO`, `ESTALE`, `EMFILE`, a missing module: problems of the machine, not of the file. */
const OF_THE_MACHINE = /^E[A-Z0-9]+$|MODULE_NOT_FOUND$/

// The service and other programs come first.
lowerPriority()
// Decoder messages are replaced by the catalogue's own error texts.
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
        // Decoders allocate memory outside the heap limit of the process.
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

// A signal to the process group says nothing about the file: the service ends this process itself.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})

// The service is gone: nobody waits for the result, nor for an external decoder that still runs.
process.on('disconnect', () => {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    process.exit()
  }
})

say({ ready: true })
