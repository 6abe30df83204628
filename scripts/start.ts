// What `npm start` runs: the server in few files, or, beside plugins from outside, in the modules that they share with it.
await import(process.env.PLUGINS ? "./serve.js" : "../bundle/serve.js");
