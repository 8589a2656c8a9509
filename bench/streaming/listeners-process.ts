/** Many listeners at once until it is told to stop, in a process of their own. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { pick } from '../data/mix.ts'
import { Listener } from './listener.ts'
import type { ListenersJob, ListenersResult } from './listeners-job.ts'

/** One listener of so many has a browser that needs MP4. */
const CONTAINER_SHARE = 3
const PURPOSE = 91
/** The lower numbers are played more often. */
const POPULARITY = 2
/** Idle connections come one by one. */
const OPEN_EVERY_MS = 1

process.on('disconnect', () => process.exit())
const [job] = (await once(process, 'message')) as [ListenersJob]
let isOver = false
process.once('message', () => {
  isOver = true
})
const result: ListenersResult = { stalls: [], starts: [], ranges: [], bytes: 0, errors: [], errorCount: 0 }
const idle: Socket[] = []
const opening = setInterval(() => {
  if (idle.length < job.idle) idle.push(openIdle(job.port))
  else clearInterval(opening)
}, OPEN_EVERY_MS)
await Promise.all(Array.from({ length: job.listeners }, (_, n) => createListener(n).listen()))
clearInterval(opening)
for (const socket of idle) socket.destroy()
process.send?.(result)

function createListener(n: number): Listener {
  const inContainer = n % CONTAINER_SHARE === 0
  const tracks = inContainer ? job.music.contained : job.music.raw
  const { port, startAt, line, beginWithinMs, listeners } = job
  return new Listener(
    {
      ...{ port, startAt, line, inContainer },
      playAt: startAt + (n * beginWithinMs) / listeners,
      trackAt: at => tracks[pick(tracks.length, n * 1_000 + at, PURPOSE, POPULARITY)] ?? '',
      isOver: () => isOver,
    },
    result,
  )
}

/** A connection that has been used once. The service may close it. */
function openIdle(port: number): Socket {
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'),
  )
  socket.resume()
  return socket.on('error', () => {})
}
