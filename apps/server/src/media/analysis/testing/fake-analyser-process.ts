import { serveJobs } from '../../../workers/serve-jobs.ts'

/** Does what the codec of a file says instead of analysing it. */
serveJobs<{ codec: string }, unknown>(({ codec }) => {
  if (codec === 'dies' || codec === 'opus') process.exit(1)
  if (codec === 'fails') throw new Error('It is odd.')
  if (codec === 'flac') throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
  if (codec === 'goes-on') {
    let cpuMs = 0
    setInterval(() => {
      cpuMs += 20
      process.send?.({ usage: { cpuMs, residentBytes: 0 } })
    }, 20)
  }
  if (codec === 'hangs') for (;;);
  return codec === 'answers' ? { loudness: -20 } : new Promise(() => {})
})
