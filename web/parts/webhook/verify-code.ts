/** Short forms of the samples in docs/webhooks.md. */
export const verifyCode = {
  node: `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the request's bytes as they came
function isFromBureau(secret, body, signature) {
  const expected = createHmac('sha256', secret).update(body).digest('hex')
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
}

isFromBureau(process.env.WEBHOOK_SECRET, body, headers['x-service-signature'])`,
  python: `import hashlib
import hmac
import os

# body: the request's bytes as they came
def is_from_bureau(secret: str, body: bytes, signature: str) -> bool:
    expected = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())

is_from_bureau(os.environ["WEBHOOK_SECRET"], body, headers["X-Service-Signature"])`,
} as const
