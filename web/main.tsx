import './style/tokens.css'
import './style/base.css'
import { RouterProvider } from '@tanstack/react-router'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/queries.ts'
import { watchConnection } from './parts/shell/connection.ts'
import { watchMissingParts } from './parts/shell/new-version.ts'
import { router } from './router.ts'

watchMissingParts()
watchConnection()

const root = document.querySelector('#app')
if (!root) throw new Error('The page has no #app.')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
