@rem Windows has no exec, with which the scripts of package.json begin: elsewhere npm's shell gives way to Node, so that
@rem signals to npm reach it.
@%*
