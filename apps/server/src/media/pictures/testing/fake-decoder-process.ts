import { writeFileSync } from 'node:fs'

/** Does what the bytes say instead of decoding them. After `hang` they name the file for its process id. */
process.on('message', ({ bytes }: { bytes: Uint8Array }) => {
  const [act, path] = Buffer.from(bytes).toString().split(' ')
  if (act === 'hang' && path) {
    writeFileSync(path, String(process.pid))
    for (;;);
  }
  if (act === 'crash') process.kill(process.pid, 'SIGSEGV')
  if (act === 'end') process.exit(1)
  if (act === 'grow') process.send?.({ overMemory: true })
  if (act === 'refuse') process.send?.({ refused: 'it is odd' })
  if (act === 'environment') process.send?.({ result: Object.keys(process.env) })
  if (act === 'id') process.send?.({ result: process.pid })
  if (act === 'answer') process.send?.({ result: 7 })
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
