import { listeningTexts } from '@refrain/messages/en/listening'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { loadPart } from '../../ui/loading/load-part.ts'
import type { MenuAnchor } from '../../ui/menus/menu-props.ts'
import { usePlayer } from '../engine/use-player.ts'

const load = () => loadPart(() => import('../settings/playback-menu.tsx'))
const PlaybackMenu = lazy(load)
const prepare = () => void load().catch(() => {})

/** Opens the menu with speed and sleep timer; highlighted while either is active. */
export function PlaybackButton({ className = '' }: { readonly className?: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<MenuAnchor | null>(null)
  const lit = usePlayer(state => state.sleep.kind !== 'off' || state.settings.rate !== 1)
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={listeningTexts.playback}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        data-lit={lit || undefined}
        className={`icon-button data-lit:text-accent ${className}`}
        onClick={({ currentTarget, detail }) => setAnchor(placeAt(currentTarget, detail === 0))}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <SlidersHorizontal aria-hidden className="size-5" />
      </button>
      {anchor && (
        <Suspense>
          <PlaybackMenu anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Opens upwards if the button is low in the window. */
function placeAt(button: HTMLElement, byKey: boolean): MenuAnchor {
  const { top, bottom, right } = button.getBoundingClientRect()
  return { opener: button, x: right, y: bottom > innerHeight / 2 ? top : bottom, align: 'end', byKey }
}
