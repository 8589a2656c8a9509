import { aboutTexts } from '@refrain/messages/en/about'
import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { configurationQuery } from '../../api/configuration-query.ts'
import { paths } from '../../paths.ts'

/** Floats in a corner that neither the form nor the player covers. */
export function ChatLink() {
  const { data } = useQuery(configurationQuery)
  const address = data?.chatUrl ?? paths.home()
  const external = new URL(address, location.origin).origin !== location.origin
  return (
    // Internal addresses are opened by the router, so that playback continues.
    <Link
      to={address}
      {...(external && { target: '_blank', rel: 'noopener noreferrer' })}
      className="chat-link button border border-line bg-overlay shadow-float"
    >
      <MessageCircle aria-hidden className="size-5" />
      {aboutTexts.chatWithUs}
    </Link>
  )
}
