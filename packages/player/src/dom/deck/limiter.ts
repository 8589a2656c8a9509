/** Shorter than the look-ahead of the compressor. */
const ATTACK_SECONDS = 0.001
const RELEASE_SECONDS = 0.15
const MAX_RATIO = 20

/**
 * Keeps samples above full scale from clipping harshly. Others pass unchanged, a few milliseconds later. The
 * compressor lowers the level; peaks that it does not catch in time are cut at full scale.
 */
export function createLimiter(context: BaseAudioContext): {
  readonly input: AudioNode
  readonly output: AudioNode
} {
  const compressor = new DynamicsCompressorNode(context, {
    threshold: 0,
    knee: 0,
    ratio: MAX_RATIO,
    attack: ATTACK_SECONDS,
    release: RELEASE_SECONDS,
  })
  // Linear from -1 to 1; the node clamps input beyond the ends of its curve.
  const clipper = new WaveShaperNode(context, { curve: new Float32Array([-1, 0, 1]) })
  compressor.connect(clipper)
  return { input: compressor, output: clipper }
}
