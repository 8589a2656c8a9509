import { UnreadableError } from '@refrain/audio/audio-info'
import type { FileBytes } from '@refrain/audio/bytes/file-bytes'
import { decodeFlacFrame } from '@refrain/audio/flac/decode-flac-frame'
import { parseFlacFrameHeader } from '@refrain/audio/flac/flac-frame-header'
import { readFlacStream } from '@refrain/audio/flac/flac-stream'
import { readFlacFrames } from '@refrain/audio/flac/read-flac-frames'
import { walkMp3Frames } from '@refrain/audio/mp3/walk-mp3-frames'
import { readLinkPackets } from '@refrain/audio/ogg/link-packets'
import { readLinks } from '@refrain/audio/ogg/ogg-links'

/** Reads a file as every format that has a reader of its own, whatever it is, and decodes what it takes for FLAC. */
export function readPackets(bytes: FileBytes): void {
  for (const link of readLinks(bytes, bytes.size)) for (const _ of readLinkPackets(bytes, link));
  for (const _ of walkMp3Frames(bytes, 0, bytes.size));
  try {
    const stream = readFlacStream(bytes)
    for (const { data } of readFlacFrames(bytes, stream)) {
      const header = parseFlacFrameHeader(data, 0)
      if (header) decodeFlacFrame(data, header, header.bits || stream.bits)
    }
  } catch (error) {
    if (!(error instanceof UnreadableError || error instanceof RangeError)) throw error
  }
}
