import { documentTitle } from '@refrain/contract/product'
import { commonTexts } from '@refrain/messages/en/common'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { ConfirmationHost } from '../account/keys/confirmation-host.tsx'
import { onSessionEnd } from '../account/session.ts'
import { connection } from '../api/connection.ts'
import { rememberServiceName, useServiceName } from '../api/service-name.ts'
import { lastDeletion } from '../library/playlist-deletion/last-deletion.ts'
import { SignInModal } from '../library/sign-in-prompt/sign-in-modal.tsx'
import { Announcer } from '../listening/announcements/announcer.tsx'
import { BottomPlayer } from '../listening/bar/bottom-player.tsx'
import { MiniPlayer } from '../listening/bar/mini-player.tsx'
import { player } from '../listening/engine/player.ts'
import { listenToKeys } from '../listening/engine/player-keys.ts'
import { openQueue, toggleQueue } from '../listening/queue/queue-opening.ts'
import { completeTitles } from '../ui/hooks/use-document-title.ts'
import { BELOW_NAV, BELOW_PLAYER, useMediaQuery } from '../ui/hooks/use-media-query.ts'
import { noteShownPage } from '../ui/layers/layers.ts'
import { loadPart } from '../ui/loading/load-part.ts'
import { LateFooter } from './footer/late-footer.tsx'
import { BottomBar } from './navigation/bottom-bar.tsx'
import { LeftNavigation } from './navigation/left-navigation.tsx'
import { NowPlayingSheet } from './now-playing/now-playing-sheet.tsx'
import { RightPanel } from './now-playing/right-panel.tsx'
import { useRightPanel } from './now-playing/use-right-panel.ts'
import { RestoreScroll } from './restore-scroll.tsx'
import { queueShortcut } from './shortcuts/queue-shortcut.ts'
import { ShortcutsHelp } from './shortcuts/shortcuts-help.tsx'
import { useLikeShortcut } from './shortcuts/use-like-shortcut.ts'
import { useSearchShortcut } from './shortcuts/use-search-shortcut.ts'
import { useShortcut } from './shortcuts/use-shortcut.ts'
import { SkipLinks } from './skip-links.tsx'
import { TopBar } from './top-bar/top-bar.tsx'
import { usePageFocus } from './use-page-focus.ts'

const DeletionUndo = lazy(() => loadPart(() => import('../library/playlist-deletion/deletion-undo.tsx')))

/** One constant element, so that the server-rendered footer stays until its code is loaded. */
const footer = <LateFooter />

/**
 * The frame of every screen: bars, navigation, panel and player around the page. While the window's width is unknown,
 * it renders the parts for all widths, and style sheets show the right ones.
 */
export function Layout() {
  const belowNav = useMediaQuery(BELOW_NAV)
  const belowPlayer = useMediaQuery(BELOW_PLAYER)
  const panel = useRightPanel()
  const main = useRef<HTMLElement>(null)
  usePageFocus(main)
  useSearchShortcut()
  useLikeShortcut()
  useNamedTitles()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each page
  useEffect(noteShownPage, [key])

  useEffect(() => {
    const unmounted = new AbortController()
    listenToKeys(unmounted.signal)
    onSessionEnd(player.stop, unmounted.signal)
    return () => unmounted.abort()
  }, [])

  return (
    <>
      <SkipLinks isPanelOpen={panel.open} />
      <TopBar />
      <LoadingLine />
      {belowNav !== true && <LeftNavigation />}
      <div className="frame flex min-h-dvh flex-col pt-(--top-bar) pr-(--frame-right) pb-(--frame-bottom) pl-(--frame-left)">
        <main ref={main} id="main" tabIndex={-1} className="flex-1 outline-none">
          {/* First, so that a Tab leads from a new screen to it. */}
          <Deletions />
          <div className="@container/main relative">
            <Outlet />
          </div>
        </main>
        {footer}
      </div>
      {belowPlayer !== true && (
        <div className="max-player:hidden">
          {panel.open && <RightPanel />}
          <LargePlayer panel={panel} />
        </div>
      )}
      {belowPlayer !== false && (
        <div className="player:hidden">
          <SmallPlayer />
        </div>
      )}
      {belowPlayer !== false && <BottomBar />}
      <Announcer />
      <ShortcutsHelp />
      <SignInModal />
      <ConfirmationHost />
      <RestoreScroll />
    </>
  )
}

function LargePlayer({ panel }: { readonly panel: ReturnType<typeof useRightPanel> }) {
  useShortcut(queueShortcut.key, () => {
    if (panel.open) return toggleQueue(true)
    panel.toggle()
    openQueue(true)
  })
  return <BottomPlayer panelOpen={panel.open} onTogglePanel={panel.toggle} />
}

function SmallPlayer() {
  const { key } = useLocation()
  // The history entry it was opened on: navigating closes it.
  const [openAt, setOpenAt] = useState<string | null>(null)
  const open = openAt === key
  useShortcut(queueShortcut.key, () => {
    if (open) return toggleQueue(true)
    setOpenAt(key)
    openQueue(true)
  })
  return (
    <>
      <MiniPlayer panelOpen={open} onOpenPanel={() => setOpenAt(key)} />
      <NowPlayingSheet open={open} onClose={() => setOpenAt(null)} />
    </>
  )
}

const hasDeletion = () => lastDeletion.getState().deletion !== null

/** A way back, once a playlist has been deleted. */
function Deletions() {
  if (!useSyncExternalStore(lastDeletion.subscribe, hasDeletion, () => false)) return null
  return (
    <Suspense>
      <DeletionUndo />
    </Suspense>
  )
}

const isSlow = () => connection.getState().isSlow

/** A line under the top bar once the next page, or anything that the server is asked for, takes noticeably long. */
function LoadingLine() {
  const { state } = useNavigation()
  const isWaiting = useSyncExternalStore(connection.subscribe, isSlow, () => false)
  if (state !== 'loading' && !isWaiting) return null
  return (
    <div
      role="status"
      aria-label={commonTexts.loading}
      className="fixed inset-x-0 top-[calc(var(--top-bar)-2px)] z-40 h-0.5 animate-appear-late bg-accent"
    />
  )
}

/** Adds the name of the service to the titles of documents, if it has one of its own. */
function useNamedTitles(): void {
  const name = useServiceName()
  useEffect(() => {
    completeTitles(title => documentTitle(title, name))
    rememberServiceName(name)
  }, [name])
}
