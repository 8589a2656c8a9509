import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { logout } from './logout.ts'

/** The way out of a session: the logout, then the login, whatever goes wrong (AUTH-18). */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    try {
      await logout()
    } finally {
      navigate(paths.login())
    }
  }
}
