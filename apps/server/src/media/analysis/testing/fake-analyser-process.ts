/** Does what the codec of a file says instead of analysing it. */
process.on('message', ({ codec }: { codec: string }) => {
  if (codec === 'dies' || codec === 'opus') process.exit(1)
  if (codec === 'fails') process.send?.({ failed: 'It is odd.', by: 'file' })
  if (codec === 'flac') process.send?.({ failed: 'EIO: i/o error', by: 'machine' })
  if (codec === 'goes-on') {
    let cpuMs = 0
    setInterval(() => {
      cpuMs += 20
      process.send?.({ alive: true, cpuMs })
    }, 20)
  }
  if (codec === 'hangs') for (;;);
  if (codec === 'answers') process.send?.({ analysis: { loudness: -20 } })
})
process.on('disconnect', () => process.exit())
process.send?.({ ready: true })
