import { connectionTexts } from '@refrain/messages/en/connection'
import { CloudOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { checkConnection } from '../../api/connection.ts'
import { Spinner } from '../../ui/loading/spinner.tsx'

/** That the server cannot be reached. A press asks it again; it is asked by itself as well. */
export default function ConnectionSign() {
  const [isAsking, setAsking] = useState(false)
  const text = useSyncExternalStore(watchNetwork, isOnline)
    ? connectionTexts.unreachable
    : connectionTexts.offline
  useEffect(() => {
    const { dataset } = document.documentElement
    dataset.unreachable = ''
    return () => void delete dataset.unreachable
  }, [])
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setAsking(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isAsking])
  const Icon = isAsking ? Spinner : CloudOff
  return (
    <div
      role="status"
      className="flex flex-none max-[23rem]:absolute max-[23rem]:top-full max-[23rem]:right-3 max-[23rem]:mt-2 md:max-lg:-ml-6 nav:max-md:absolute nav:max-md:top-full nav:max-md:right-3 nav:max-md:mt-2"
    >
      <button
        type="button"
        title={`${text}. ${connectionTexts.tryAgain}`}
        className="flex h-9 min-w-0 items-center gap-2 rounded-full border border-line bg-overlay px-3 text-sm font-semibold transition-colors duration-(--duration-quick) hover:bg-hover active:bg-pressed pointer-coarse:h-11"
        onClick={() => {
          setAsking(true)
          void checkConnection()
        }}
      >
        <Icon aria-hidden className="size-4 flex-none" />
        <span className="truncate max-lg:sr-only">{text}</span>
        <span className="flex-none text-accent max-xl:sr-only">{connectionTexts.tryAgain}</span>
      </button>
    </div>
  )
}

const isOnline = () => navigator.onLine

function watchNetwork(onChange: () => void): () => void {
  const unmounted = new AbortController()
  for (const event of ['online', 'offline']) addEventListener(event, onChange, { signal: unmounted.signal })
  return () => unmounted.abort()
}

/** For how long a press is answered at least, in milliseconds: a server that is stopped refuses at once. */
const SHOWN_MS = 800
