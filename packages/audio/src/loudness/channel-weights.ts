/** Weight of the surround channels (BS.1770-4, table 3). */
const BEHIND = 1.41

/**
 * Channel weights by the number of channels. LFE does not count. A mono channel counts twice, since both
 * speakers play it.
 * @param isOpus true for the channel order of Opus, else that of FLAC and WAV
 */
export function channelWeights(channels: number, isOpus: boolean): readonly number[] {
  switch (channels) {
    case 1:
      return [2]
    case 4:
      return [1, 1, BEHIND, BEHIND]
    case 5:
      return [1, 1, 1, BEHIND, BEHIND]
    case 6:
      return isOpus ? [1, 1, 1, BEHIND, BEHIND, 0] : [1, 1, 1, 0, BEHIND, BEHIND]
    case 7:
      return isOpus ? [1, 1, 1, BEHIND, BEHIND, BEHIND, 0] : [1, 1, 1, 0, BEHIND, BEHIND, BEHIND]
    case 8:
      return isOpus
        ? [1, 1, 1, BEHIND, BEHIND, BEHIND, BEHIND, 0]
        : [1, 1, 1, 0, BEHIND, BEHIND, BEHIND, BEHIND]
    default:
      return Array.from({ length: channels }, () => 1)
  }
}
