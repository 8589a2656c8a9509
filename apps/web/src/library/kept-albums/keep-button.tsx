import { libraryTexts } from '@refrain/messages/en/library'
import { CirclePlus } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useToken } from '../../account/session.ts'
import { loadExtra } from '../../ui/loading/load-part.ts'
import { guestOrMember } from '../sign-in-prompt/guest-or-member.ts'
import { openSignInPrompt, preloadSignInPrompt } from '../sign-in-prompt/sign-in-prompt.ts'

interface Props {
  readonly albumId: string
  readonly className?: string
}

// A separate chunk: guests do not need it. If it does not load, members get no button.
const KeepToggle = lazy<ComponentType<Required<Props>>>(() => loadExtra(() => import('./keep-toggle.tsx')))

/** Keeps an album in the Library; guests are asked to sign in. */
export function KeepButton({ albumId, className = '' }: Props) {
  if (useToken() !== null)
    return (
      <Suspense fallback={<span className={`icon-button ${className}`} />}>
        <KeepToggle key={albumId} albumId={albumId} className={className} />
      </Suspense>
    )
  const keepAsMember = () => import('./set-kept.ts').then(({ setKept }) => setKept(albumId, true))
  return (
    <button
      type="button"
      aria-label={libraryTexts.addToLibrary}
      className={`icon-button ${className}`}
      onClick={() => void guestOrMember(openSignInPrompt, keepAsMember)}
      onPointerEnter={preloadSignInPrompt}
      onFocus={preloadSignInPrompt}
    >
      <CirclePlus aria-hidden className="size-6" />
    </button>
  )
}
