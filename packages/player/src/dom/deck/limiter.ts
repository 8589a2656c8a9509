/** The kernel of the compressor reaches everything above full scale within a few milliseconds. */
const ATTACK_SECONDS = 0.001
const RELEASE_SECONDS = 0.15
const STRONGEST_RATIO = 20

/**
 * Keeps what is louder than full scale from clipping; what is not passes as it is, only a few milliseconds
 * later. A compressor turns the sound down, and what it does not catch in time is cut at full scale.
 */
export function createLimiter(context: BaseAudioContext): {
  readonly input: AudioNode
  readonly output: AudioNode
} {
  const compressor = new DynamicsCompressorNode(context, {
    threshold: 0,
    knee: 0,
    ratio: STRONGEST_RATIO,
    attack: ATTACK_SECONDS,
    release: RELEASE_SECONDS,
  })
  // A straight line from -1 to 1: beyond its ends the node keeps to them.
  const cut = new WaveShaperNode(context, { curve: new Float32Array([-1, 0, 1]) })
  compressor.connect(cut)
  return { input: compressor, output: cut }
}
