import type { FfmpegContainer } from './ffmpeg-source.ts'
import { apeContainer } from './read-ape-info.ts'
import { asfContainer } from './read-asf-info.ts'
import { dffContainer, dsfContainer } from './read-dsd-info.ts'
import { matroskaContainer } from './read-matroska-info.ts'
import { musepackContainer } from './read-musepack-info.ts'
import { ttaContainer } from './read-tta-info.ts'
import { wavpackContainer } from './read-wavpack-info.ts'

/** The containers whose files ffmpeg decodes. */
export const FFMPEG_CONTAINERS: readonly FfmpegContainer[] = [
  apeContainer,
  asfContainer,
  dffContainer,
  dsfContainer,
  matroskaContainer,
  musepackContainer,
  ttaContainer,
  wavpackContainer,
]
