import { shellTexts } from '@refrain/messages/en/shell'

const LOOK =
  'fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-accent px-4 py-2 text-sm font-semibold text-on-accent focus-visible:translate-y-0'

/** The first stops of the Tab key: to the page, and past it to the player, which may come after thousands of rows. */
export function SkipLinks({ isPanelOpen }: { readonly isPanelOpen: boolean }) {
  return (
    <>
      {/* CSS reserves the space of the panel by `data-panel`, so it must precede the page in a streamed response. */}
      <a href="#main" data-panel={isPanelOpen ? '' : undefined} className={LOOK}>
        {shellTexts.skipToContent}
      </a>
      <button type="button" className={LOOK} onClick={focusPlayer}>
        {shellTexts.skipToPlayer}
      </button>
    </>
  )
}

/** Moves the focus to the player of this window's width; the server renders both. */
function focusPlayer(): void {
  const players = [...document.querySelectorAll<HTMLElement>('section[data-player]')]
  const player = players.find(each => each.getClientRects().length > 0) ?? players[0]
  if (!player) return
  // Only while it has the focus: a click beside its buttons must not give it the arrow keys.
  player.tabIndex = -1
  player.addEventListener('blur', () => player.removeAttribute('tabindex'), { once: true })
  player.focus()
}
