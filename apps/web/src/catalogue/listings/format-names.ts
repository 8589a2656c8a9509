import type { Format } from '@refrain/contract/catalogue/listings/choices'

/** Names of formats, which are the same in every language. */
export const FORMAT_NAMES: Readonly<Record<Format, string>> = {
  aac: 'AAC',
  alac: 'ALAC',
  ape: "Monkey's Audio",
  dsd: 'DSD',
  flac: 'FLAC',
  matroska: 'Matroska, WebM',
  mp3: 'MP3',
  musepack: 'Musepack',
  opus: 'Opus',
  pcm: 'WAV, AIFF',
  tta: 'True Audio',
  vorbis: 'Ogg Vorbis',
  wavpack: 'WavPack',
  wma: 'WMA',
}
