import type { Player } from '@refrain/player/player'

/** Browsers slow timers of hidden tabs down to this anyway, in milliseconds. */
const FRAME_MS = 1_000
/** Heights of the three bars of the mark, frame by frame. */
const FRAMES = [
  [10, 16, 8],
  [16, 8, 14],
  [8, 14, 18],
  [14, 18, 10],
] as const

/** Lets the bars of the tab's icon move while something plays; they stand still without motion, for who prefers that, and on phones, which show none. */
export function animateTabIcon(player: Pick<Player, 'getState' | 'subscribe'>): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!link) return
  const still = link.href
  const seesMotion = matchMedia('(prefers-reduced-motion: no-preference) and (pointer: fine)')
  let timer: ReturnType<typeof setInterval> | undefined
  let frame = 0
  const stop = () => {
    clearInterval(timer)
    timer = undefined
    link.href = still
  }
  const update = () => {
    const moves = player.getState().status === 'playing' && seesMotion.matches
    if (!moves && timer !== undefined) stop()
    if (!moves || timer !== undefined) return
    timer = setInterval(() => {
      link.href = drawFrame(frame++ % FRAMES.length)
    }, FRAME_MS)
  }
  player.subscribe(update)
  seesMotion.addEventListener('change', update)
}

/** As mark.svg, with bars of other heights. */
function drawFrame(index: number): string {
  const bars = FRAMES[index]?.map((height, bar) => `M${10 + 6 * bar} ${16 + height / 2}v${-height}`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#ffab68"/><path d="${bars}" stroke="#2a1304" stroke-width="3" stroke-linecap="round"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
