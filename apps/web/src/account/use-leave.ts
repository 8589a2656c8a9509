import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { logout } from './logout.ts'

/** Logs out and opens the login page, even if the logout fails. */
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
