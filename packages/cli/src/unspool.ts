console.log('unspool');
