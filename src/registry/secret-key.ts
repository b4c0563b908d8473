/**
 * Whether a key is one under which tools keep keys and tokens, or programs that print them. Such a key stays
 * with its account whatever a rule says about the object around it.
 */
export function isSecretKey(key: string): boolean {
  return secretKeys.has(key.toLowerCase().replaceAll(/[-_]/g, ''));
}

const secretKeys: ReadonlySet<string> = new Set([
  'accesstoken',
  'apikey',
  'apikeyhelper',
  'auth',
  'authorization',
  'authtoken',
  'awsauthrefresh',
  'awscredentialexport',
  'bearertoken',
  'bearertokenenvvar',
  'clientsecret',
  'cookie',
  'cookies',
  'credential',
  'credentials',
  'env',
  'envhttpheaders',
  'environment',
  'gcpauthrefresh',
  'headers',
  'headershelper',
  'httpheaders',
  'idtoken',
  'oauth',
  'otelheadershelper',
  'passphrase',
  'password',
  'privatekey',
  'proxyauth',
  'refreshtoken',
  'secret',
  'secrets',
  'token',
  'tokens',
]);
