/** Sound from behind is louder to the ear (BS.1770-4, table 3). */
const BEHIND = 1.41

/**
 * How much each channel counts, by the number of channels. The one for bass does not count. A single
 * channel counts twice, since it sounds from both loudspeakers.
 * @param isOpus true where the order is that of Opus, else that of FLAC, WAV and ours
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
