/** Calls `begin` once the listener, who has refused so far, lets this browser show notifications in its settings. */
export function oncePermitted(begin: () => void): void {
  navigator.permissions?.query({ name: 'notifications' }).then(
    status => {
      status.onchange = () => {
        if (Notification.permission !== 'granted') return
        status.onchange = null
        begin()
      }
    },
    () => {},
  )
}
