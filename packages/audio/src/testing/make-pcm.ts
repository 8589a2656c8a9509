/** A WAV file with a number of samples: mono, 16 bit, 44,100 Hz. */
export function makeWav(samples: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples * 2, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(44_100, 24)
  head.writeUInt32LE(88_200, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples * 2, 40)
  return Buffer.concat([head, tone(samples)])
}

/** An AIFF file with a number of samples: mono, 16 bit, 44,100 Hz. */
export function makeAiff(samples: number): Buffer {
  const head = Buffer.alloc(54)
  head.write('FORM', 0)
  head.writeUInt32BE(46 + samples * 2, 4)
  head.write('AIFFCOMM', 8)
  head.writeUInt32BE(18, 16)
  head.writeUInt16BE(1, 20)
  head.writeUInt32BE(samples, 22)
  head.writeUInt16BE(16, 26)
  // 44,100 as an 80-bit number: exponent 16383 + 15, then the mantissa.
  head.writeUInt16BE(16_398, 28)
  head.writeUInt32BE(44_100 * 2 ** 16, 30)
  head.write('SSND', 38)
  head.writeUInt32BE(8 + samples * 2, 42)
  return Buffer.concat([head, tone(samples).swap16()])
}

function tone(samples: number): Buffer {
  const sound = Buffer.alloc(samples * 2)
  for (let n = 0; n < samples; n++) {
    sound.writeInt16LE(Math.round(10_000 * Math.sin((n * 330 * 2 * Math.PI) / 44_100)), n * 2)
  }
  return sound
}
