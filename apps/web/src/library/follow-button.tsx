import { useNavigate } from 'react-router'
import { useToken } from '../account/session.ts'
import { paths } from '../paths.ts'

/**
 * Follows an artist. A guest's looks disabled but can be pressed: it leads to the login, and nothing is
 * called (READ-15). Members have none yet.
 */
export function FollowButton({ className = '' }: { readonly className?: string }) {
  const navigate = useNavigate()
  if (useToken() !== null) return null
  return (
    <button
      type="button"
      title="Log in to follow"
      className={`follow-button ${className}`}
      onClick={() => navigate(paths.login())}
    >
      Follow
    </button>
  )
}
